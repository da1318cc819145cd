import type { Fields } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Fact } from '../../ui/fact.tsx'
import { callsAt, parentFields } from '../registry.ts'
import { missingWords, usePermission } from '../use-permission.ts'
import { ValueView } from '../value-view.tsx'
import { isShown, labelOfField, type Section } from '../view.ts'
import { ErrorSummary } from './error-summary.tsx'
import { isWide, sectionsOf } from './form-layout.ts'
import { ResourceField } from './resource-field.tsx'
import { StaleDialog } from './stale-dialog.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { type ResourceFormParts, type ResourceFormState, useResourceForm } from './use-resource-form.ts'

export interface ResourceFormProps extends ResourceFormParts {
  /** Leaves the form of a row that is only being created. */
  onCancel: () => void
}

/** The form of a row as its resource declares it; it fills the height it is given and scrolls inside. */
export function ResourceForm({ onCancel, ...parts }: ResourceFormProps) {
  const { resource, view, row } = parts
  const state = useResourceForm(parts)
  useSaveKey(state.save)
  return (
    <form
      noValidate
      aria-label={
        row ? t('resource.editValue', { value: resource.noun[0] }) : t('resource.newOf', { noun: resource.noun[0] })
      }
      onSubmit={(event) => void state.save(event)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="grid flex-1 scroll-pt-36 content-start gap-3.5 overflow-auto px-6 pt-4 pb-5 max-md:px-4">
        {state.attempted && (
          <ErrorSummary
            fields={state.fields}
            names={Object.keys(state.errors)}
            failure={state.failure}
            onFocus={state.focus}
          />
        )}
        {sectionsOf(shownOf(state, parts), view).map((section, index) => (
          <FormSection key={section.title ?? index} section={section} state={state} parts={parts} />
        ))}
        {view.preview?.(state.values)}
        {row && <FrozenValues {...parts} row={row} shown={state.fields} />}
      </div>
      <FormFoot state={state} parts={parts} onCancel={onCancel} />
      <UnsavedGuard count={state.changed.length} onDiscard={state.discard} />
      {state.stale && <StaleDialog {...state.stale} resource={resource} view={view} fields={state.fields} />}
    </form>
  )
}

/** The fields that mean something beside what the form and, of what was set once, the row say. */
function shownOf({ fields, values }: ResourceFormState, { view, row }: ResourceFormParts): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isShown(view, name, { ...row, ...values })))
}

/** What the screen finds wrong, of the fields that can be changed. */
function faultsOf({ values }: ResourceFormState, { view, row }: ResourceFormParts): Readonly<Record<string, string>> {
  return view.faults?.(values, row) ?? {}
}

interface PartProps {
  state: ResourceFormState
  parts: ResourceFormParts
}

function FormSection({ section, state, parts }: PartProps & { section: Section }) {
  const { view, row } = parts
  const fixed = (row && view.fixed?.(row)) ?? {}
  const faults = faultsOf(state, parts)
  return (
    <fieldset className="grid grid-cols-2 gap-x-3 gap-y-3.5 max-md:grid-cols-1">
      {section.title && <legend className="mb-2 pt-1 text-13 font-semibold">{section.title}</legend>}
      {section.fields.map((name) => {
        const field = state.fields[name]
        if (!field) return null
        return (
          <div key={name} className={classNames('min-w-0', isWide(name, field, parts.view) && 'col-span-full')}>
            <ResourceField
              name={name}
              field={field}
              resource={parts.resource}
              view={parts.view}
              mount={parts.mount}
              control={state.control}
              fixed={fixed[name]}
              fault={faults[name]}
            />
          </div>
        )
      })}
    </fieldset>
  )
}

/** Fields that were set when the row was created, and facts that the view names: shown, because people look for them, but read-only. */
function FrozenValues({ resource, view, row, mount }: ResourceFormParts & { shown: object }) {
  const ofParent = parentFields(resource, mount)
  const frozen = Object.entries(resource.fields).flatMap(([name, field]) =>
    (field.frozen || field.once) && !ofParent.includes(name) && row?.[name] != null && !view.hidden?.includes(name)
      ? [name]
      : [],
  )
  const names = [...frozen, ...(view.facts ?? [])]
  if (!row || names.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-13">
      {names.map((name) => (
        <Fact key={name} name={labelOfField(resource, name)}>
          <ValueView resource={resource} view={view} name={name} row={row} />
        </Fact>
      ))}
    </dl>
  )
}

function FormFoot({ state, parts, onCancel }: PartProps & { onCancel: () => void }) {
  const { resource, row, mount } = parts
  const calls = callsAt(resource, mount)
  const access = usePermission(row ? calls.update : calls.create)
  const count = state.changed.length
  const faulty = Object.keys(faultsOf(state, parts)).length
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line bg-surface-2 px-6 py-3 max-md:px-4">
      <Button
        type="submit"
        variant="primary"
        className="max-md:h-auto max-md:min-h-11 max-md:max-w-full max-md:whitespace-normal"
        busy={state.isSaving}
        disabled={!access.allowed || faulty > 0}
        title={access.allowed ? undefined : missingWords(access)}
      >
        {row ? t('resource.saveChanges') : t('resource.create', { value: resource.noun[0] })}
        <kbd className="rounded-[3px] border border-current px-1 font-sans text-11 opacity-80 max-md:hidden">
          {t('ui.keyWithCtrl', { key: 'S' })}
        </kbd>
      </Button>
      {row ? (
        <Button
          variant="quiet"
          disabled={count === 0}
          className="disabled:border-transparent disabled:bg-transparent"
          onClick={(event) => {
            state.discard()
            // This button is off then: the focus must not stay on it, where no key would be heard.
            event.currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
          }}
        >
          {t('general.discard')}
        </Button>
      ) : (
        <Button variant="quiet" onClick={onCancel}>
          {t('general.cancel')}
        </Button>
      )}
      <span className="ms-auto text-12 text-text-2 tabular-nums" role="status">
        {faulty > 0 ? (
          <span className="text-bad">{t('resource.fieldsNeedAChange', { count: faulty })}</span>
        ) : (
          count > 0 && t('resource.unsavedChanges', { count })
        )}
      </span>
    </div>
  )
}

/** Ctrl-S, or Cmd-S, saves instead of storing the page. */
function useSaveKey(save: () => Promise<void>): void {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      void latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
