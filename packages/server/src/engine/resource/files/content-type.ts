import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { fileTypes } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { fileTypeFromFile } from 'file-type'
import { ProblemError } from '../../problem-error.ts'

/** Kinds of plain text: nothing in their content distinguishes them. */
const TEXT = new Set(['text/plain', 'text/csv'])

/**
 * What a file is: its content decides, and the ending of its name must agree. Content is never unpacked or drawn here.
 * @returns the media type
 * @throws ProblemError `media_type_unsupported` if the kind is unknown, or differs from the file name
 */
export async function contentTypeOf(path: string, name: string): Promise<string> {
  const ending = extname(name).slice(1).toLowerCase()
  const named = fileTypes[ending]
  if (named === undefined) throw unsupported(t('server.fileOfNoKind', { name, endings: endings() }))
  const found = (await fileTypeFromFile(path))?.mime
  if (found === named) return named
  if (TEXT.has(named) && found === undefined && (await isText(path))) return named
  throw unsupported(t('server.fileIsNotWhatItsNameSays', { name, kind: found ?? 'unknown', endings: endings() }))
}

function unsupported(words: string): ProblemError {
  return new ProblemError('media_type_unsupported', words)
}

const endings = () => Object.keys(fileTypes).join(', ')

/** Whether a file is UTF-8 without control signs other than those of lines and tabs. */
async function isText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      if (/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(decoder.decode(chunk as Buffer, { stream: true }))) return false
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
