import type { FieldError, ImportLine, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatCount } from '../../lib/format/numbers.ts'
import { Button } from '../../ui/button.tsx'
import type { ParentMount } from '../registry.ts'
import { labelOfField, type ResourceView } from '../view.ts'
import { faultsElsewhere, faultyFields, unlistedCount } from './faulty-fields.ts'
import { cellKey } from './import-adjustments.ts'
import { labelOfColumn } from './import-columns.ts'
import { MendCell } from './mend-cell.tsx'
import type { ImportState } from './use-import.ts'

const head =
  'sticky top-0 z-1 h-8 border-y border-line-2 bg-surface-2 px-3 text-start text-12 font-[550] whitespace-nowrap text-text-2'
const cell = 'border-b border-line px-3 py-2 align-top'

export interface MendTableProps {
  resource: Resource
  view: ResourceView
  mount: ParentMount | undefined
  state: ImportState
  lines: readonly ImportLine[]
}

/** The faulty rows, with a control for every cell of a column that has a fault in one of them. */
export function MendTable({ resource, view, mount, state, lines }: MendTableProps) {
  const fields = faultyFields(resource, lines)
  return (
    <form
      aria-label={t('resource.mendTheRows')}
      onSubmit={(event) => {
        event.preventDefault()
        state.checkAgain()
      }}
    >
      <section
        aria-label={t('resource.whatEachLineDoes')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="overflow-x-auto focus-visible:-outline-offset-2"
      >
        <table className="w-full border-separate border-spacing-0 text-13 max-md:block">
          <thead className="max-md:hidden">
            <tr>
              <th className={`${head} w-px text-end`}>{t('resource.line')}</th>
              <th className={head}>{t('resource.row')}</th>
              {fields.map((name) => (
                <th key={name} className={head}>
                  {labelOfField(resource, name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {lines.map((line) => {
              const isOut = state.draft?.leftOut?.includes(line.line) === true
              return (
                <tr key={line.line} className="max-md:block max-md:border-b max-md:border-line max-md:py-2">
                  <th
                    scope="row"
                    className={`${cell} text-end font-normal text-text-2 tabular-nums max-md:inline-block max-md:border-0 max-md:py-1`}
                  >
                    <span className="md:hidden">{t('resource.line')} </span>
                    {formatCount(line.line)}
                  </th>
                  <td
                    className={`${cell} max-w-56 min-w-28 break-words max-md:inline-block max-md:border-0 max-md:py-1`}
                  >
                    <span className="font-[550]">{line.label ?? t('resource.noName')}</span>
                    {!isOut && (
                      <Faults
                        resource={resource}
                        faults={faultsElsewhere(resource, line)}
                        unlisted={unlistedCount(line)}
                      />
                    )}
                    <Button
                      size="dense"
                      variant="quiet"
                      className="mt-1 block"
                      aria-label={
                        isOut
                          ? t('resource.takeInLine', { line: line.line })
                          : t('resource.leaveOutLine', { line: line.line })
                      }
                      onClick={() => state.leaveOut(line.line, !isOut)}
                    >
                      {isOut ? t('resource.takeIn') : t('resource.leaveOut')}
                    </Button>
                  </td>
                  {fields.map((name) => (
                    <td key={name} className={`${cell} min-w-48 max-md:block max-md:border-0 max-md:py-1`}>
                      {isOut ? (
                        <span className="text-text-3">{t('resource.isLeftOut')}</span>
                      ) : (
                        <MendCell
                          {...{ resource, view, mount, name, line }}
                          mended={state.draft?.cells[cellKey(line.line, name)]}
                          onChange={(text) => state.mend(line.line, name, text)}
                        />
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      <div className="flex flex-wrap items-center gap-3 px-3 py-2.5">
        <Button
          type="submit"
          size="dense"
          variant={state.isChanged ? 'primary' : 'standard'}
          busy={state.running !== undefined}
        >
          {t('resource.checkAgain')}
        </Button>
        <p className="text-12 text-text-2">{t('resource.theFileItselfIsNotChanged')}</p>
      </div>
    </form>
  )
}

interface FaultsProps {
  resource: Resource
  faults: readonly FieldError[]
  unlisted: number
}

/** What is wrong with the row as a whole, or with what cannot be mended here. */
function Faults({ resource, faults, unlisted }: FaultsProps) {
  if (faults.length + unlisted === 0) return null
  return (
    <ul className="mt-1 grid gap-1 text-12 text-bad">
      {faults.map(({ path, message }) => (
        <li key={`${path} ${message}`} className="break-words">
          {path !== '' && <span className="font-[550]">{labelOfColumn(resource, path)}</span>} {message}
        </li>
      ))}
      {unlisted > 0 && <li>{t('resource.faultsNotListed', { count: unlisted })}</li>}
    </ul>
  )
}
