import { createElement, type ReactNode } from 'react';
import { type EditorProps, registeredEditor } from '../parts.ts';

/** The input that an area registered for this field, if its mask names one. */
export function editorOf(props: EditorProps): ReactNode {
  const editor = registeredEditor(props.field.spec.editor ?? '');
  return editor ? createElement(editor, props) : null;
}
