import { Avatar } from '../../../layout/Avatar.tsx';
import { useRows } from '../data.ts';
import { asText } from './kind.ts';
import './values.css';

/** The people who have a picture of their own, read once for all rows. The others get a picture by their id. */
const WITH_PICTURE = {
  limit: 200,
  cursor: null,
  search: '',
  sort: null,
  back: false,
  filters: [{ field: 'avatar', op: 'null' as const, value: 'false' }],
};

/** The picture of a person before the name. `area`: where the person is a row with the field `avatar`. */
export function PersonCell({ area, id, children }: { area: string; id: string; children: React.ReactNode }) {
  const people = useRows(area, WITH_PICTURE).data?.data ?? [];
  const avatar = asText(people.find((row) => row['id'] === id)?.['avatar']);
  return (
    <span className="m-person">
      <Avatar avatar={avatar} userId={id} size={20} />
      {children}
    </span>
  );
}
