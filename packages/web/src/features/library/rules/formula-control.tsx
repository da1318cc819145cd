import { api, type WholeRuleRevision } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { inputClasses } from '../../../resource/form/field-frame.tsx'
import type { OwnControlProps } from '../../../resource/form/own-control.ts'
import { usePermission } from '../../../resource/use-permission.ts'

/** The text of a formula, with the codes that it can name: those of the options of the machine. */
export function FormulaControl(props: OwnControlProps) {
  const { value, onChange, onBlur, attributes, inputRef, faulty, disabled, values } = props
  const area = useRef<HTMLTextAreaElement | null>(null)
  const machineId = typeof values.machineId === 'string' ? values.machineId : ''
  const groups = useGroups(machineId)
  const text = typeof value === 'string' ? value : ''
  /** Puts a code where the text cursor is, apart from the word before it. */
  const insert = (code: string) => {
    const [from, to] = [area.current?.selectionStart ?? text.length, area.current?.selectionEnd ?? text.length]
    const before = text.slice(0, from)
    const written = `${before}${before === '' || /[\s(]$/.test(before) ? '' : ' '}${quoted(code)}`
    onChange(written + text.slice(to))
    area.current?.focus()
    // The new text is in the field when this rendering is done.
    requestAnimationFrame(() => area.current?.setSelectionRange(written.length, written.length))
  }
  return (
    <>
      <textarea
        {...attributes}
        ref={(element) => {
          area.current = element
          if (typeof inputRef === 'function') inputRef(element as never)
        }}
        rows={4}
        spellCheck={false}
        autoCapitalize="off"
        value={text}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
        className={`${inputClasses(faulty)} code h-auto resize-y py-2 max-md:h-auto`}
      />
      <Codes groups={groups} hasMachine={machineId !== ''} disabled={disabled} onInsert={insert} />
    </>
  )
}

type RevisionGroup = WholeRuleRevision['content']['groups'][number]

interface CodesProps {
  groups: readonly RevisionGroup[]
  hasMachine: boolean
  disabled: boolean
  onInsert: (code: string) => void
}

function Codes({ groups, hasMachine, disabled, onInsert }: CodesProps) {
  const id = useId()
  if (!hasMachine) return <p className="mt-1 text-12 text-text-2">{t('library.chooseMachineForCodes')}</p>
  if (groups.length === 0) return null
  return (
    <div className="mt-1.5 grid gap-1">
      <p id={id} className="text-12 text-text-2">
        {t('library.codesOfMachine')}
      </p>
      <ul aria-labelledby={id} className="flex max-h-36 flex-wrap gap-1.5 overflow-y-auto">
        {groups.map(({ id: group, code, name, unit }) => (
          <li key={group} className="min-w-0">
            <button
              type="button"
              disabled={disabled}
              title={unit === null ? name : `${name}, ${unit}`}
              aria-label={t('library.insertCode', { code, name })}
              onClick={() => onInsert(code)}
              className="code max-w-full truncate rounded-control border border-line-2 px-2 py-0.5 text-12 hover:border-control max-md:min-h-11 max-md:min-w-11"
            >
              {code}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What the options of the machine are called in formulas. */
function useGroups(id: string): readonly RevisionGroup[] {
  const access = usePermission(api.currentRuleRevision)
  const { data } = useQuery({
    queryKey: ['library', 'codes', id],
    queryFn: ({ signal }) => callApi(api.currentRuleRevision, { params: { id } }, { signal }),
    enabled: id !== '' && access.allowed,
  })
  return data?.content.groups ?? []
}

/** A code that a formula would read as several words stands in quotes. */
function quoted(code: string): string {
  const isPlain =
    /^[\p{L}_](?:[\p{L}\p{N}_.]|-(?=[\p{L}\p{N}]))*$/u.test(code) && !/^(requires|and|or|not)$/i.test(code)
  return isPlain ? code : `"${code}"`
}
