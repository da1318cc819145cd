import { type Budget, readArchive } from './archive.ts'
import { refuse } from './file-refused.ts'
import { assertNoTestVirus } from './test-virus.ts'

/** Documents inside of documents, such as the tables behind charts. */
const DEEPEST = 3
/** Macros of Microsoft's formats, of workbooks of 1992, and of OpenDocument; and controls that run programs. */
const MACRO_PARTS = /(^|\/)(vbaProject|vbaData)[^/]*$|(^|\/)(macrosheets|dialogsheets|activeX)\/|^(Basic|Scripts)\//i
const MACRO_DOCUMENT = /\.(docm|dotm|xlsm|xltm|xlsb|xlam|pptm|potm|ppsm|ppam)$/i
const MACRO_TYPES = /macroEnabled|vnd\.ms-office\.(vbaProject|activeX)/i
const PROGRAM = /\.(exe|dll|com|scr|msi|bat|cmd|ps1|vbs|js|jse|wsf|hta|jar|lnk)$/i
const DOCUMENT = /\.(docx|xlsx|pptx|odt|ods)$/i

/**
 * Refuses a document (docx, xlsx, pptx, odt, ods) that is more than its entries, unpacks too far, or has a macro or a program in it.
 * @param budget how much may be unpacked, with documents inside of it
 */
export function checkOffice(content: Buffer, budget: Budget, depth = 1): void {
  if (depth > DEEPEST) refuse({ fault: 'unpacks_too_far' })
  for (const entry of readArchive(content, budget)) {
    const { name } = entry
    assertNoTestVirus(entry.content)
    const isType = name === '[Content_Types].xml' && MACRO_TYPES.test(entry.content.toString('latin1'))
    if (isType || MACRO_PARTS.test(name) || MACRO_DOCUMENT.test(name)) refuse({ fault: 'active', what: 'macro' })
    if (PROGRAM.test(name)) refuse({ fault: 'active', what: 'program' })
    if (DOCUMENT.test(name)) checkOffice(entry.content, budget, depth + 1)
  }
}
