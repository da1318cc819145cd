import { t } from '@packhouse/messages'
import { type FormEvent, useId, useMemo } from 'react'
import { ChoiceCombobox } from '../../resource/choice-combobox.tsx'
import { controlAttributes, FieldFrame, inputClasses } from '../../resource/form/field-frame.tsx'
import { UnsavedGuard } from '../../resource/form/unsaved-guard.tsx'
import type { ResourceRow } from '../../resource/registry.ts'
import { type ChoiceSource, useChoices } from '../../resource/use-choices.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { type ClaimField, customerSource, locationSource, useClaim } from './use-claim.ts'

/** Customer and location of the machines; of a single machine also its description. */
export function ClaimForm({ rows, onDone }: { rows: readonly ResourceRow[]; onDone: () => void }) {
  const claim = useClaim(rows, onDone)
  const locations = useMemo(() => locationSource(claim.values.customerId), [claim.values.customerId])
  const offered = useChoices(locations)
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void claim.save().then((faulty) => {
      if (faulty) document.getElementById(`${form}-${faulty}`)?.focus()
    })
  }
  const bind = (name: ClaimField) => ({
    id: `${form}-${name}`,
    value: claim.values[name],
    error: claim.errors[name],
    onChange: (value: string) => claim.set(name, value),
  })
  const noCustomer = claim.values.customerId === ''
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <div className="grid flex-1 content-start gap-3.5 overflow-auto px-6 py-4 max-md:px-4">
        {claim.failure && (
          <Alert tone="bad" className="text-13">
            <b className="font-semibold">{t('registration.notClaimed')}</b> {claim.failure}
          </Alert>
        )}
        <ChoiceField {...bind('customerId')} label={t('registration.customer')} required source={customerSource} />
        <ChoiceField
          {...bind('locationId')}
          label={t('registration.location')}
          source={locations}
          help={locationHelp(noCustomer, offered.status === 'ready' && offered.options.length === 0)}
        />
        <InputField
          {...bind('location')}
          label={t('registration.place')}
          help={t('registration.whatTheOverviewShowsSuchAs')}
        />
        {rows.length === 1 && (
          <InputField
            {...bind('description')}
            label={t('registration.description')}
            help={t('registration.suchAsFlowWrapperTwinInfeed')}
          />
        )}
      </div>
      <div className="flex items-center gap-2 border-t border-line bg-surface-2 px-6 py-3 max-md:px-4">
        <Button type="submit" variant="primary" busy={claim.isSaving}>
          {t('registration.claimMachinesCount', { count: rows.length })}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t('general.cancel')}
        </Button>
      </div>
      <UnsavedGuard count={claim.changes} onDiscard={() => undefined} />
    </form>
  )
}

function locationHelp(noCustomer: boolean, isEmpty: boolean): string | undefined {
  if (noCustomer) return t('registration.chooseTheCustomerFirst')
  return isEmpty ? t('registration.thisCustomerHasNoLocationYet') : undefined
}

interface BoundField {
  id: string
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
  help?: string | undefined
  required?: boolean
}

function ChoiceField({ source, ...field }: BoundField & { source: ChoiceSource | undefined }) {
  return (
    <FieldFrame {...field}>
      <ChoiceCombobox
        source={source}
        value={field.value}
        onChange={field.onChange}
        attributes={{ ...controlAttributes(field) }}
        clearable={!field.required}
        placeholder={t('registration.typeToFind')}
        disabled={source === undefined}
        inputClassName={inputClasses(field.error !== undefined)}
      />
    </FieldFrame>
  )
}

function InputField(field: BoundField) {
  return (
    <FieldFrame {...field}>
      <input
        {...controlAttributes(field)}
        value={field.value}
        onChange={(event) => field.onChange(event.target.value)}
        className={inputClasses(field.error !== undefined)}
      />
    </FieldFrame>
  )
}
