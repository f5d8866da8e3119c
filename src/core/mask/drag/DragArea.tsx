import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type KeyboardCodes,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useRef, useState } from 'react';
import { useT } from '../../../providers/i18n.ts';

/** Pixels the mouse must move before a press becomes a drag instead of a click. */
const MOUSE = { activationConstraint: { distance: 6 } };
/** A long press lifts the card, a moving finger scrolls the page. Milliseconds, pixels. */
const TOUCH = { activationConstraint: { delay: 250, tolerance: 8 } };
/** Enter opens the record that a card links to, so only Space lifts. */
const KEYS: KeyboardCodes = { start: ['Space'], end: ['Space', 'Enter'], cancel: ['Escape', 'Tab'] };
/** Milliseconds to suppress the click that the browser sends after a drag. dnd-kit uses the same time. */
const CLICK_DELAY = 50;

const preventDefault = (event: Event): void => event.preventDefault();

type Props = {
  children: ReactNode;
  /** Names of the dragged item and of the target, for screen readers. */
  itemName: (id: string) => string;
  targetName: (target: string) => string;
  /** The next target for an arrow key. `undefined` if there is none. */
  nextTarget: (target: string, key: string) => string | undefined;
  /** Renders the card that follows the pointer. */
  renderOverlay: (id: string) => ReactNode;
  /** Called only if the target differs from the item's origin. */
  onDrop: (id: string, target: string) => void;
};

/** The target the item was lifted from (`useDragItem`). */
const originOf = (data: Record<string, unknown> | undefined): string => String(data?.['target'] ?? '');

/** Items inside can be dragged to targets inside: by mouse, by long press, and by keyboard. */
export function DragArea({ children, itemName, targetName, nextTarget, renderOverlay, onDrop }: Props) {
  const t = useT();
  const [activeId, setActiveId] = useState<string | null>(null);
  /** The target chosen by arrow keys. Collision detection is not used for keys, because a large card would miss a small target. */
  const keyTarget = useRef('');
  /** The origin is announced only after the item has left it. Otherwise it would replace the announcement that the item was lifted. */
  const hasLeft = useRef(false);
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, {
      keyboardCodes: KEYS,
      coordinateGetter: (event, { context }) => {
        if (!event.code.startsWith('Arrow')) return undefined;
        event.preventDefault();
        const next = nextTarget(keyTarget.current, event.code);
        const element = next === undefined ? null : context.droppableContainers.get(next)?.node.current;
        if (next === undefined || !element) return undefined;
        keyTarget.current = next;
        element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { left, top } = element.getBoundingClientRect();
        return { x: left, y: top };
      },
    }),
  );
  const findTarget: CollisionDetection = (args) => (args.pointerCoordinates ? pointerWithin(args) : [{ id: keyTarget.current }]);
  const name = (id: UniqueIdentifier): { title: string } => ({ title: itemName(String(id)) });
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('cards.drag.lifted', name(active.id)),
    onDragOver: ({ active, over }) => {
      if (!hasLeft.current && over && String(over.id) === originOf(active.data.current)) return undefined;
      hasLeft.current = true;
      if (!over) return t('cards.drag.nowhere', name(active.id));
      return t('cards.drag.over', { ...name(active.id), target: targetName(String(over.id)) });
    },
    // The page announces a drop after the server has answered.
    onDragEnd: ({ active, over }) =>
      over && String(over.id) !== originOf(active.data.current) ? undefined : t('cards.drag.cancelled', name(active.id)),
    onDragCancel: ({ active }) => t('cards.drag.cancelled', name(active.id)),
  };
  const finish = (): void => {
    setActiveId(null);
    setTimeout(() => window.removeEventListener('click', preventDefault, true), CLICK_DELAY);
  };
  const drop = ({ active, over }: DragEndEvent): void => {
    finish();
    if (over && String(over.id) !== originOf(active.data.current)) onDrop(String(active.id), String(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={findTarget}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('cards.drag.hint') } }}
      onDragStart={({ active }) => {
        hasLeft.current = false;
        keyTarget.current = originOf(active.data.current);
        setActiveId(String(active.id));
        // Prevents a drag that ends on its own link from opening it.
        window.addEventListener('click', preventDefault, true);
      }}
      onDragEnd={drop}
      onDragCancel={finish}
    >
      {children}
      <DragOverlay dropAnimation={null}>{activeId === null ? null : renderOverlay(activeId)}</DragOverlay>
    </DndContext>
  );
}
