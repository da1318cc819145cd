import { t } from '@packhouse/messages'
import { formatRate } from '../../../lib/format/numbers.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CategoryIcon } from '../machine-category.tsx'
import { priceOf } from '../price.ts'
import { useMachineTypes } from '../use-machine-types.ts'
import { BelowDesign } from './field-cells.tsx'
import { useFleetOf } from './fleet-of-rows.ts'

/** The rows of a page on a phone: each is one link. */
export function MachineCards({ rows }: { rows: readonly ResourceRow[] }) {
  return (
    <ul aria-label={t('library.machines')}>
      {rows.map((row) => (
        <li key={row.id} className="border-b border-line">
          <AppLink
            href={`/library/machines/${row.id}`}
            className="grid grid-cols-[24px_1fr_auto] items-start gap-x-2.5 gap-y-0.5 px-4 py-3 no-underline focus-visible:-outline-offset-2"
          >
            <CardContent row={row} />
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

function CardContent({ row }: { row: ResourceRow }) {
  const category = useMachineTypes().find(({ id }) => id === row.typeId)?.category
  return (
    <>
      <span className="pt-0.5">
        <CategoryIcon category={category} size={20} />
      </span>
      <span className="min-w-0">
        <b className="code block font-semibold">{String(row.model)}</b>
        <span className="block text-12 text-text-2">{String(row.name)}</span>
        <span className="block text-12 tabular-nums">
          <FieldWords row={row} />
        </span>
      </span>
      <span className="text-end font-semibold tabular-nums">
        {priceOf(row)}
        {typeof row.leadWeeks === 'number' && (
          <span className="block text-12 font-normal text-text-3">{t('library.weeks', { count: row.leadWeeks })}</span>
        )}
      </span>
    </>
  )
}

/** `104 of 120 packs/min in the field` */
function FieldWords({ row }: { row: ResourceRow }) {
  const { summary } = useFleetOf(row.id)
  const unit = String(row.designSpeedUnit ?? t('library.perMinute'))
  const design = typeof row.designSpeed === 'number' ? formatRate(row.designSpeed) : undefined
  if (summary?.median != null) {
    const median = formatRate(summary.median)
    return (
      <>
        {design === undefined
          ? t('library.medianInField', { median, unit })
          : t('library.medianOfDesignInField', { median, design, unit })}
        <BelowDesign ofDesign={summary.ofDesign} />
      </>
    )
  }
  if (summary !== undefined && summary.installed > 0) return t('library.speedNotKnownYet')
  return design === undefined ? t('library.notInstalledYet') : t('library.designNotInstalled', { design, unit })
}
