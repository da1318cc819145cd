import type { Fields } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type KeyboardEvent as KeyPress, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Fact } from '../../ui/fact.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { ChevronUpIcon } from '../../ui/tool-icons.tsx'
import { callsAt, parentFields } from '../registry.ts'
import { missingWords, usePermission } from '../use-permission.ts'
import { ValueView } from '../value-view.tsx'
import { isShown, labelOfField, type Section } from '../view.ts'
import { ErrorSummary } from './error-summary.tsx'
import { isWide, layoutOf } from './form-layout.ts'
import { LikelyDuplicates } from './likely-duplicates.tsx'
import { useReportedForm } from './open-form.tsx'
import { ResourceField } from './resource-field.tsx'
import { StaleDialog } from './stale-dialog.tsx'
import { formInTab, UnsavedGuard } from './unsaved-guard.tsx'
import { type ResourceFormParts, type ResourceFormState, useResourceForm } from './use-resource-form.ts'

export interface ResourceFormProps extends ResourceFormParts {
  /** Leaves the form of a row that is only being created, or one with `canCancel`. */
  onCancel: () => void
  /** The form of a row is left without saving, to where the row is read. */
  canCancel?: boolean
  /** It is in a tab of a drawer: another tab leads away from it, and Escape leaves it where nothing was typed. */
  inTab?: boolean
}

/** The form of a row as its resource declares it; it fills the height it is given and scrolls inside. */
export function ResourceForm({ onCancel, inTab = false, canCancel = inTab, ...parts }: ResourceFormProps) {
  const { resource, view, row } = parts
  const state = useResourceForm(parts)
  const form = useRef<HTMLFormElement>(null)
  useSaveKey(form, state.save)
  useReportedForm(parts, state)
  const { first, folded } = layoutOf(shownOf(state, parts), view, row === undefined)
  const leave = (event: KeyPress) => {
    const isBusy = event.defaultPrevented || (event.target as Element).getAttribute('aria-expanded') === 'true'
    if (!inTab || event.key !== 'Escape' || isBusy || state.changed.length > 0) return
    event.stopPropagation()
    onCancel()
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label={
        row ? t('resource.editValue', { value: resource.noun[0] }) : t('resource.newOf', { noun: resource.noun[0] })
      }
      onSubmit={(event) => void state.save(event)}
      onKeyDown={leave}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="grid flex-1 scroll-pt-36 content-start gap-3.5 overflow-auto px-6 pt-4 pb-5 max-md:px-4">
        {state.attempted && (
          <ErrorSummary
            fields={state.fields}
            names={Object.keys(state.fields).filter((name) => name in state.errors)}
            failure={state.failure}
            onFocus={state.focus}
          />
        )}
        {first.map((section, index) => (
          <FormSection key={section.title ?? index} section={section} state={state} parts={parts} />
        ))}
        {!row && <LikelyDuplicates {...parts} values={state.values} />}
        {folded.length > 0 && <MoreSections sections={folded} state={state} parts={parts} />}
        {view.preview?.(state.values, row)}
        {row && <FrozenValues {...parts} row={row} shown={state.fields} />}
      </div>
      <FormFoot state={state} parts={parts} canCancel={canCancel} onCancel={onCancel} />
      <UnsavedGuard
        count={state.changed.length}
        isSaving={state.isSaving}
        leadsOn={row === undefined && !inTab}
        onDiscard={state.discard}
        {...(inTab && { of: formInTab })}
      />
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

/** The sections that are folded at first. A fault or a value that comes from elsewhere opens them, and they stay open. */
function MoreSections({ sections, state, parts }: PartProps & { sections: readonly Section[] }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isFaulty = sections.some(({ fields }) => fields.some((name) => state.errors[name] !== undefined))
  if (isFaulty && !isOpen) setOpen(true)
  const isFilled = sections.some(({ fields }) => fields.some((name) => state.changed.includes(name)))
  const [wasFilled, setWasFilled] = useState(isFilled)
  if (isFilled !== wasFilled) {
    setWasFilled(isFilled)
    if (isFilled) setOpen(true)
  }
  return (
    <>
      <Button
        variant="quiet"
        size="dense"
        aria-expanded={isOpen}
        aria-controls={id}
        className="-ms-2.5 justify-self-start"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <ChevronUpIcon size={14} /> : <ChevronDownIcon size={14} />}
        {isOpen ? t('resource.less') : t('resource.more')}
      </Button>
      <div id={id} className="grid gap-3.5 empty:hidden">
        {isOpen &&
          sections.map((section, index) => (
            <FormSection key={section.title ?? index} section={section} state={state} parts={parts} />
          ))}
      </div>
    </>
  )
}

function FormSection({ section, state, parts }: PartProps & { section: Section }) {
  const { view, row } = parts
  const fixed = (row && view.fixed?.(row)) ?? {}
  const faults = faultsOf(state, parts)
  const notes = (row && view.notes?.(row)) ?? {}
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
              row={row}
              control={state.control}
              fixed={fixed[name]}
              fault={faults[name]}
              note={notes[name]}
              takenFrom={state.sourceOf(name)}
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

function FormFoot({ state, parts, canCancel, onCancel }: PartProps & { canCancel: boolean; onCancel: () => void }) {
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
      {row && !canCancel ? (
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

/** Ctrl-S, or Cmd-S, saves the form that is seen instead of storing the page. */
function useSaveKey(form: RefObject<HTMLFormElement | null>, save: () => Promise<void>): void {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (form.current?.checkVisibility()) void latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [form])
}
