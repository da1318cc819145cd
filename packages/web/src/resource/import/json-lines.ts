/**
 * The values of a stream of JSON lines, each as soon as its line is whole. Chunks may end anywhere, even within a letter.
 * @throws SyntaxError where a line is no JSON, such as one that was cut off
 */
export async function* readJsonLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line)
  }
  rest += decoder.decode()
  if (rest.trim() !== '') yield JSON.parse(rest)
}
