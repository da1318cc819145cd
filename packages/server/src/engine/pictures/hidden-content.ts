/** With these four signs the directory at the end of every ZIP archive begins. */
const ZIP_DIRECTORY = 'PK\u0005\u0006'

/** What is more than a picture, with its name. XMP, which cameras write, does not count. */
const KINDS: readonly [isIn: (text: string) => boolean, name: string][] = [
  [(text) => /<(script|html|svg|iframe|!doctype|\?php)[\s>]/i.test(text), 'page'],
  [(text) => /%PDF-\d/.test(text), 'pdf'],
  [(text) => text.includes(ZIP_DIRECTORY), 'archive'],
]

/**
 * What a file carries beside its picture, so that other programs take it for something else (a polyglot); undefined if
 * nothing is found. What is stored is redrawn and carries no such content: this is to inform the sender.
 */
export function hiddenContent(content: Buffer): string | undefined {
  const text = content.toString('latin1')
  return KINDS.find(([isIn]) => isIn(text))?.[1]
}
