import { useDraggable, useDroppable } from '@dnd-kit/core';
import type { HTMLAttributes, RefCallback } from 'react';

type DragItem = {
  /** For the element that is dragged. */
  item: Pick<HTMLAttributes<HTMLElement>, 'onMouseDown'> & { ref: RefCallback<HTMLElement>; 'data-lifted'?: true; 'data-movable'?: true };
  /** For the link inside, which takes the keys. It stays a link: a button around links and buttons cannot be read out. */
  link: { ref: RefCallback<HTMLElement>; draggable: false; 'aria-describedby'?: string };
};

/** Makes an element of a `DragArea` draggable. `target` is where it lies now. */
export function useDragItem(id: string, target: string, movable: boolean): DragItem {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({ id, data: { target }, disabled: !movable });
  return {
    item: { ref: setNodeRef, ...listeners, ...(isDragging ? { 'data-lifted': true } : {}), ...(movable ? { 'data-movable': true } : {}) },
    link: { ref: setActivatorNodeRef, draggable: false, ...(movable ? { 'aria-describedby': attributes['aria-describedby'] } : {}) },
  };
}

/** Makes an element of a `DragArea` a place where items can be dropped. */
export function useDropTarget(target: string): { ref: RefCallback<HTMLElement>; 'data-over'?: true } {
  const { setNodeRef, isOver } = useDroppable({ id: target });
  return { ref: setNodeRef, ...(isOver ? { 'data-over': true } : {}) };
}
