/** The content of an uploaded file, for a viewer in the page. @throws Error if it cannot be read */
export async function fileContent(address: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(address, { credentials: 'same-origin', signal });
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer.blob();
}
