import { t } from '@packhouse/messages'
import { useId } from 'react'
import { ErrorSummary } from '../../../resource/form/error-summary.tsx'
import { UnsavedGuard } from '../../../resource/form/unsaved-guard.tsx'
import type { ResourceRow } from '../../../resource/registry.ts'
import { Button } from '../../../ui/button.tsx'
import { SpecControl } from './spec-control.tsx'
import { nothingTyped } from './spec-values.ts'
import { useSpecForm } from './use-spec-form.ts'
import type { MachineSpec } from './use-specs.ts'

export interface SpecFormProps {
  row: ResourceRow
  specs: readonly MachineSpec[]
  rowVersion: number
  onDone: () => void
}

/** The values of a machine as one form. What is refused stays as it was typed. */
export function SpecForm(props: SpecFormProps) {
  const { specs, onDone } = props
  const form = useSpecForm(props)
  const id = useId()
  const names = Object.keys(form.faults)
  return (
    <form
      noValidate
      aria-label={t('library.editSpecifications')}
      onSubmit={(event) => void form.save(event)}
      className="border-t border-line"
    >
      {(form.failure !== undefined || (form.attempted && names.length > 0)) && (
        <div className="px-4 pt-3">
          <ErrorSummary
            fields={Object.fromEntries(specs.map(({ key, label }) => [key, { label }]))}
            names={names}
            failure={form.failure}
            onFocus={(key) => document.getElementById(`${id}-${key}`)?.focus()}
          />
        </div>
      )}
      <div className="grid grid-cols-2 gap-x-6 gap-y-3.5 px-4 py-4 max-md:grid-cols-1">
        {specs.map((spec) => (
          <SpecControl
            key={spec.key}
            id={`${id}-${spec.key}`}
            field={spec}
            typed={form.typed[spec.key] ?? nothingTyped}
            fault={form.faults[spec.key]}
            onChange={(next) => form.change(spec.key, next)}
            onBlur={() => form.check(spec.key)}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line bg-surface-2 px-4 py-3">
        <Button type="submit" variant="primary" size="dense" busy={form.busy}>
          {t('resource.saveChanges')}
        </Button>
        <Button
          variant="quiet"
          size="dense"
          onClick={() => {
            form.discard()
            onDone()
          }}
        >
          {t('general.discard')}
        </Button>
        <span role="status" className="ms-auto text-12 text-text-2 tabular-nums">
          {form.changed.length > 0 && t('resource.unsavedChanges', { count: form.changed.length })}
        </span>
      </div>
      <UnsavedGuard count={form.changed.length} onDiscard={form.discard} />
    </form>
  )
}
