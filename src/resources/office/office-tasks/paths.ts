export const LIST = '/oa/task';
export const BOARD = '/oa/taskBoard';
export const MASK = 'oa.task.list';
