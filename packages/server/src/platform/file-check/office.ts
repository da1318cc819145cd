import { type Budget, readArchive } from './archive.ts'
import { assertWhole, refuse } from './file-refused.ts'
import { assertNoTestVirus } from './test-virus.ts'

/** Documents inside of documents, such as the tables behind charts. */
const DEEPEST = 3
/** Macros of Microsoft's formats, of workbooks of 1992, and of OpenDocument; and controls that run programs. */
const MACRO_PARTS = /(^|\/)(vbaProject|vbaData)[^/]*$|(^|\/)(macrosheets|dialogsheets|activeX)\/|^(Basic|Scripts)\//i
const MACRO_DOCUMENT = /\.(docm|dotm|xlsm|xltm|xlsb|xlam|pptm|potm|ppsm|ppam)$/i
/** What the types of parts and the relations between them name; a part is what its relation says, whatever its own name is. */
const MACRO_TYPES =
  /macroEnabled|vnd\.ms-office\.(vbaProject|activeX)|relationships\/(vbaProject|xlMacrosheet|control)["']/i
const LISTS = /(^\[content_types\]\.xml|\.rels)$/i
const RELATION = /<(?:[\w.-]+:)?Relationship\s[^>]*>/gi
const REMOTE = /Target\s*=\s*["'](https?|ftp):/i
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
    if (LISTS.test(name)) checkList(entry.content)
    if (MACRO_PARTS.test(name) || MACRO_DOCUMENT.test(name)) refuse({ fault: 'active', what: 'macro' })
    if (PROGRAM.test(name)) refuse({ fault: 'active', what: 'program' })
    if (DOCUMENT.test(name)) checkOffice(entry.content, budget, depth + 1)
  }
}

/** The types of the parts, or what one of them refers to. */
function checkList(content: Buffer): void {
  const xml = plainXml(content)
  if (MACRO_TYPES.test(xml)) refuse({ fault: 'active', what: 'macro' })
  for (const [relation] of xml.matchAll(RELATION)) {
    // A template of the same computer is what most letters of a company are made with.
    if (/attachedTemplate["']/i.test(relation) && REMOTE.test(relation)) refuse({ fault: 'active', what: 'template' })
  }
}

/** @returns the text with its references to characters resolved, so that nothing is written in a way that only other programs read */
function plainXml(content: Buffer): string {
  const text = content.toString('utf8')
  assertWhole(!text.includes('\0') && !text.includes('\uFFFD') && !/<!(DOCTYPE|ENTITY)/i.test(text))
  return text.replaceAll(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/gi, (_, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
