import { t } from '@packhouse/messages'
import type { UnreadCell } from '../../../platform/workbooks/line-writer.ts'
import type { Fault } from '../../fault-list.ts'

/** What spreadsheets show where a formula has no result, in the languages of Europe: a text that nobody has written. */
const ERRORS: ReadonlySet<string> = new Set(
  [
    '#N/A #REF! #DIV/0! #VALUE! #NAME? #NUM! #NULL! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #BUSY! #UNKNOWN! #GETTING_DATA',
    '#NV #BEZUG! #WERT! #ZAHL! #ÜBERLAUF! #KALK!',
    '#VALEUR! #NOM? #NOMBRE! #NUL! #PROPAGATION!',
    '#¡REF! #¡DIV/0! #¡VALOR! #¿NOMBRE? #¡NUM! #¡NULO! #N/D #RIF! #VALORE! #NOME? #NULLO! #VALOR! #NÚM! #NULO!',
    '#N/B #VERW! #DEEL/0! #WAARDE! #NAAM? #GETAL! #LEEG! #ADR! #ARG! #NAZWA? #LICZBA! #ZERO!',
  ].flatMap((line) => line.split(' ')),
)
/** LibreOffice numbers some of them. */
const NUMBERED = /^Err:5\d\d$/

/** Why a cell says nothing that may be stored; undefined where it does. */
export function faultOf(text: string, unread: UnreadCell | undefined): Fault | undefined {
  if (unread === 'formula') return { code: 'no_value', words: () => t('server.formulaHasNoValue') }
  if (unread === 'merged') return { code: 'merged', words: () => t('server.cellIsMerged') }
  if (ERRORS.has(text) || NUMBERED.test(text)) {
    return { code: 'sheet_error', words: () => t('server.cellIsSheetError') }
  }
  return undefined
}
