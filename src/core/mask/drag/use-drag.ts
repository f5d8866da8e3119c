import { useDraggable, useDroppable } from '@dnd-kit/core';
import type { HTMLAttributes, RefCallback } from 'react';

type DragItem = {
  /** Props for the dragged element. */
  item: Pick<HTMLAttributes<HTMLElement>, 'onMouseDown'> & { ref: RefCallback<HTMLElement>; 'data-lifted'?: true; 'data-movable'?: true };
  /**
   * Props for the link inside, which handles the keys. It stays a link, because screen readers cannot read a button that contains links and
   * buttons.
   */
  link: { ref: RefCallback<HTMLElement>; draggable: false; 'aria-describedby'?: string };
};

/** Makes an element of a `DragArea` draggable. `target` is its current target. */
export function useDragItem(id: string, target: string, movable: boolean): DragItem {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({ id, data: { target }, disabled: !movable });
  return {
    item: { ref: setNodeRef, ...listeners, ...(isDragging ? { 'data-lifted': true } : {}), ...(movable ? { 'data-movable': true } : {}) },
    link: { ref: setActivatorNodeRef, draggable: false, ...(movable ? { 'aria-describedby': attributes['aria-describedby'] } : {}) },
  };
}

/** Makes an element of a `DragArea` a drop target. */
export function useDropTarget(target: string): { ref: RefCallback<HTMLElement>; 'data-over'?: true } {
  const { setNodeRef, isOver } = useDroppable({ id: target });
  return { ref: setNodeRef, ...(isOver ? { 'data-over': true } : {}) };
}
