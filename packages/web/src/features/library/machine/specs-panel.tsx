import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { formatReading } from '../../../lib/format/numbers.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DocumentIcon, EditIcon } from '../../../ui/tool-icons.tsx'
import { useMachineTypes } from '../use-machine-types.ts'
import { SpecForm } from './spec-form.tsx'
import { specWords } from './spec-values.ts'
import { type MachineSpec, useSpecs } from './use-specs.ts'

/** What the machine is, in the order of its type, with units; to read and to change. */
export function SpecsPanel({ row }: { row: ResourceRow }) {
  const { query, specs, rowVersion } = useSpecs(row)
  const access = usePermission(api.setMachineSpecs)
  const type = useMachineTypes().find(({ id }) => id === row.typeId)
  const [editing, setEditing] = useState(false)
  const [showsEmpty, setShowsEmpty] = useState(false)
  const filled = specs?.filter(({ value }) => value !== null) ?? []
  const canEdit = access.allowed && specs !== undefined && specs.length > 0 && !editing
  return (
    <PanelFrame
      title={t('library.specifications')}
      aside={
        <>
          {specs && (
            <span className="text-12 text-text-2">
              {t('library.fieldsOfType', {
                filled: filled.length,
                count: specs.length,
                type: String(type?.name ?? ''),
              })}
            </span>
          )}
          {specs && filled.length < specs.length && !editing && (
            <button
              type="button"
              className="text-12 underline decoration-kraft underline-offset-3 max-md:min-h-11"
              onClick={() => setShowsEmpty(!showsEmpty)}
            >
              {showsEmpty ? t('library.hideEmpty') : t('library.showEmpty')}
            </button>
          )}
          {canEdit && (
            <Button size="dense" onClick={() => setEditing(true)}>
              <EditIcon size={14} />
              {t('library.editValues')}
            </Button>
          )}
        </>
      }
    >
      {query.isPending && <Skeleton className="m-4 h-40" />}
      {query.isError && <PanelFailure what={t('library.specifications')} onRetry={() => void query.refetch()} />}
      {specs && editing && (
        <SpecForm row={row} specs={specs} rowVersion={rowVersion ?? 0} onDone={() => setEditing(false)} />
      )}
      {specs && !editing && <Values row={row} specs={showsEmpty ? specs : filled} />}
    </PanelFrame>
  )
}

const columns = 'grid grid-cols-2 gap-x-8 max-md:grid-cols-1'

function Values({ row, specs }: { row: ResourceRow; specs: readonly MachineSpec[] }) {
  const supply: readonly (readonly [string, unknown, string])[] = [
    [t('library.voltage'), row.voltage, phasesOf(row)],
    [t('library.power'), row.powerKw, 'kW'],
    [t('library.air'), row.airBar, 'bar'],
    [t('library.airUse'), row.airLitresPerMinute, 'L/min'],
    [t('library.protection'), row.ipRating, ''],
  ]
  return (
    <div className="border-t border-line px-4 pt-1 pb-3">
      <dl className={columns}>
        {specs.map((spec) => (
          <Value key={spec.key} name={spec.label} unit={spec.unit ?? ''} inQuote={spec.inQuote}>
            {spec.value === null ? undefined : specWords(spec.value)}
          </Value>
        ))}
      </dl>
      <h3 className="pt-2.5 pb-1 text-12 text-text-2">{t('library.supplyAndHygiene')}</h3>
      <dl className={columns}>
        {supply.map(([name, value, unit]) => (
          <Value key={name} name={name} unit={unit}>
            {typeof value === 'number' || typeof value === 'string' ? formatReading(value) : undefined}
          </Value>
        ))}
      </dl>
    </div>
  )
}

function phasesOf({ phases }: ResourceRow): string {
  return typeof phases === 'number' ? t('library.voltsAndPhases', { count: phases }) : 'V'
}

interface ValueProps {
  name: string
  unit: string
  inQuote?: boolean
  /** Undefined without a value. */
  children: string | undefined
}

function Value({ name, unit, inQuote = false, children }: ValueProps) {
  return (
    <div className="flex min-h-[29px] items-baseline gap-2 border-t border-line py-[5px] text-13">
      <dt className="text-text-2">{name}</dt>
      <dd className="ms-auto min-w-0 text-end font-[550] wrap-anywhere tabular-nums">
        {children === undefined ? (
          <span className="font-normal text-text-3">{t('library.notFilledIn')}</span>
        ) : (
          <>
            {children}
            {unit !== '' && <small className="ms-1 text-12 font-normal text-text-2">{unit}</small>}
          </>
        )}
        {inQuote && (
          <span title={t('library.printedInQuote')} className="ms-1.5 inline-block align-[-1px] text-text-3">
            <DocumentIcon size={12} />
            <span className="sr-only">{t('library.printedInQuote')}</span>
          </span>
        )}
      </dd>
    </div>
  )
}
