/** Minutes as hours with sign: 450 is 7:30, −30 is −0:30. */
export const hours = (minutes: number): string => {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '−' : ''}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`;
};
