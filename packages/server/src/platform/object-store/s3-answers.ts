import sax from 'sax'

/** The texts of the elements of an answer, by name; those of repeated ones in their order. */
export type AnswerTexts = ReadonlyMap<string, readonly string[]>

/** Reads the flat XML that S3 answers with. What cannot be read as XML has no texts. */
export function textsOf(xml: string): AnswerTexts {
  const texts = new Map<string, string[]>()
  let text = ''
  const parser = sax.parser(true)
  parser.onopentag = () => {
    text = ''
  }
  parser.ontext = (part) => {
    text += part
  }
  parser.onclosetag = (name) => {
    const known = texts.get(name)
    if (known === undefined) texts.set(name, [text])
    else known.push(text)
    text = ''
  }
  try {
    parser.write(xml).close()
  } catch {
    return new Map()
  }
  return texts
}

export function firstText(texts: AnswerTexts, name: string): string | undefined {
  return texts.get(name)?.[0]
}

/** A page of a list. The elements of an entry come once in each, so that the n-th texts belong together. */
export function entriesOf<Name extends string>(texts: AnswerTexts, names: readonly Name[]): Record<Name, string>[] {
  const [first = ''] = names
  return (texts.get(first) ?? []).map((_text, index) => {
    return Object.fromEntries(names.map((name) => [name, texts.get(name)?.[index] ?? ''])) as Record<Name, string>
  })
}

/** The XML that joins the parts of an upload. */
export function joinedParts(etags: readonly string[]): string {
  const parts = etags.map((etag, index) => {
    return `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`
  })
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}

function escaped(text: string): string {
  return text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
