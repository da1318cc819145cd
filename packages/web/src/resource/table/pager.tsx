import { PAGE_SIZE } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { rich } from '../../lib/language/rich.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronDownIcon, ChevronRightIcon } from '../../ui/icons.tsx'
import { KeyHint } from '../../ui/key-hint.tsx'
import { ChevronLeftIcon } from '../../ui/tool-icons.tsx'
import type { ListState } from '../list-state.ts'

export interface PagerProps {
  state: ListState
  /** Undefined while it is not known. */
  total: number | undefined
  onChange: (part: Partial<ListState>) => void
}

const sizes = [PAGE_SIZE, 50, 100, 200]

/** Where in the list the reader is, the keys of the table, and the way to other pages. */
export function Pager({ state, total: known, onChange }: PagerProps) {
  const { page, pageSize } = state
  const total = known ?? 0
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 text-12 text-text-2 tabular-nums max-md:py-2">
      <span role="status" className={total === 0 ? 'invisible' : undefined}>
        {t('resource.toOfFirstLastTotal', { first, last, total })}
      </span>
      {total > 0 && (
        <span className="flex items-center gap-1.5 max-lg:hidden" aria-hidden="true">
          {rich('resource.keys', {
            up: <KeyHint>↑</KeyHint>,
            down: <KeyHint>↓</KeyHint>,
            space: <KeyHint>{t('ui.keySpace')}</KeyHint>,
            enter: <KeyHint>{t('ui.keyEnter')}</KeyHint>,
          })}
        </span>
      )}
      <span className="ms-auto flex items-center gap-2">
        <SizeSelect size={pageSize} onChange={(size) => onChange({ pageSize: size })} />
        <PageButtons page={page} pages={pages} onPage={(next) => onChange({ page: next })} />
      </span>
    </div>
  )
}

/** Which page is shown, and the way to the one before and after. */
export function PageButtons(props: { page: number; pages: number; onPage: (page: number) => void }) {
  const { page, pages, onPage } = props
  return (
    <>
      <Button
        size="dense"
        className="w-[30px] px-0 max-md:w-11"
        aria-label={t('resource.previousPage')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeftIcon />
      </Button>
      <span>{t('resource.pageOf', { page, pages })}</span>
      <Button
        size="dense"
        className="w-[30px] px-0 max-md:w-11"
        aria-label={t('resource.nextPage')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRightIcon />
      </Button>
    </>
  )
}

function SizeSelect({ size, onChange }: { size: number; onChange: (size: number) => void }) {
  return (
    <span className="relative max-md:hidden">
      <select
        aria-label={t('resource.rowsPerPage')}
        value={size}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-[30px] appearance-none rounded-control border border-line-2 bg-surface pe-7 ps-2.5 text-12 hover:border-control"
      >
        {[...new Set([...sizes, size])].map((choice) => (
          <option key={choice} value={choice}>
            {t('resource.rows', { choice })}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={12} className="pointer-events-none absolute top-1/2 end-2 -mt-1.5" />
    </span>
  )
}
