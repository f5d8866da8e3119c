export const LIST = '/dev/devRequirment';
export const BOARD = '/dev/board';
export const MASK = 'dev.task.list';
