import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import { usePhone } from '../use-room.ts';
import './foot.css';

/** The foot of the page. Null in a preview, and until the page is drawn. */
export const RecordFoot = createContext<HTMLElement | null>(null);

/** The content of a page, and its foot for what is pressed next on a phone. */
export function WithFoot({ children }: { children: ReactNode }) {
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  return (
    <RecordFoot value={foot}>
      {children}
      <div ref={setFoot} className="m-record-foot" />
    </RecordFoot>
  );
}

/** What is pressed next in a page or its form: at the foot of the page on a phone, in reach of a thumb, otherwise where it is written. */
export function AtFoot({ children }: { children: ReactNode }): ReactNode {
  const foot = use(RecordFoot);
  const phone = usePhone();
  return phone && foot ? createPortal(children, foot) : children;
}
