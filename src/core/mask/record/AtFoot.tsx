import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';
import { usePhone } from '../use-room.ts';

/** The foot of the record's page. Null in a preview, and until the page is drawn. */
export const RecordFoot = createContext<HTMLElement | null>(null);

/** What is pressed next in a record or its form: at the foot of its page on a phone, in reach of a thumb, otherwise where it is written. */
export function AtFoot({ children }: { children: ReactNode }): ReactNode {
  const foot = use(RecordFoot);
  const phone = usePhone();
  return phone && foot ? createPortal(children, foot) : children;
}
