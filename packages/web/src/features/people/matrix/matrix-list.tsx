import { t } from '@packhouse/messages'
import { useState } from 'react'
import { ChevronDownIcon, ChevronRightIcon } from '../../../ui/icons.tsx'
import { Select } from '../../../ui/select.tsx'
import { lockReason } from './lock-reason.ts'
import type { MatrixProps } from './matrix-grid.tsx'

/** The matrix on a phone: the permissions of one role. */
export function MatrixList({ groups, roles, given, edit, folding, reach }: MatrixProps) {
  const [chosen, setChosen] = useState<string>()
  const role = roles.find(({ id }) => id === chosen) ?? roles.find(({ isSystem }) => !isSystem) ?? roles[0]
  if (!role) return <p className="text-text-2">{t('people.thereAreNoRolesYet')}</p>
  const wantedOf = (name: string) => edit.changes[name]?.[role.id] ?? given.get(role.id)?.has(name) ?? false
  const people = reach.byRole.get(role.id)
  return (
    <div className="grid gap-4 pb-2">
      <Select
        label={t('people.role')}
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        value={role.id}
        onValueChange={setChosen}
      />
      {people !== undefined && <p className="text-13 text-text-2">{t('people.peopleCount', { count: people })}</p>}
      {groups.map((group) => (
        <section key={group.name}>
          <h2 className="mb-1 font-sans text-13 font-semibold tracking-normal">
            <button
              type="button"
              aria-expanded={!folding.folded.has(group.name)}
              onClick={() => folding.toggle(group.name)}
              className="flex min-h-11 w-full items-center gap-2 text-start"
            >
              {folding.folded.has(group.name) ? <ChevronRightIcon size={14} /> : <ChevronDownIcon size={14} />}
              <span className="flex-1">{group.title}</span>
              <span className="font-normal text-text-2 tabular-nums">
                {t('people.grantedOfAll', {
                  granted: group.entries.filter(({ name }) => wantedOf(name)).length,
                  all: group.entries.length,
                })}
              </span>
            </button>
          </h2>
          <ul
            hidden={folding.folded.has(group.name)}
            aria-label={group.title}
            className="overflow-hidden rounded-panel border border-line bg-surface"
          >
            {group.entries.map((entry) => {
              const held = given.get(role.id)?.has(entry.name) ?? false
              const change = edit.changes[entry.name]?.[role.id]
              const wanted = wantedOf(entry.name)
              const { isSystem } = role
              const reason = lockReason(edit.rights, { permission: entry.name, isSystem, held, wanted })
              return (
                <PermissionSwitch
                  key={entry.name}
                  name={entry.name}
                  description={entry.description}
                  isOn={wanted}
                  isChanged={change !== undefined}
                  reason={reason}
                  onToggle={() => edit.set(entry.name, role.id, !wanted)}
                />
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface PermissionSwitchProps {
  name: string
  description: string
  isOn: boolean
  isChanged: boolean
  /** Why it cannot be switched. */
  reason: string | undefined
  onToggle: () => void
}

function PermissionSwitch({ name, description, isOn, isChanged, reason, onToggle }: PermissionSwitchProps) {
  const reasonId = reason === undefined ? undefined : `${name}-reason`
  return (
    <li className={`border-b border-line last:border-b-0 ${isChanged ? 'bg-kraft-soft' : ''}`}>
      <label className="flex min-h-14 items-center gap-3 px-4 py-2">
        <span className="min-w-0 flex-1">
          <span className="block">{description}</span>
          <span className="code block text-12 break-words text-text-2">{name}</span>
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          aria-disabled={reason === undefined ? undefined : true}
          aria-describedby={reasonId}
          checked={isOn}
          onChange={() => reason === undefined && onToggle()}
          className="relative h-5 w-[34px] shrink-0 appearance-none rounded-full border-[1.5px] border-control bg-surface after:absolute after:top-0.5 after:start-0.5 after:size-[13px] after:rounded-full after:bg-control after:transition-transform checked:border-action checked:bg-action checked:after:translate-x-3.5 rtl:checked:after:-translate-x-3.5 checked:after:bg-on-action aria-disabled:opacity-60"
        />
      </label>
      {reason !== undefined && (
        <p id={reasonId} className="-mt-1 px-4 pb-2 text-12 text-text-2">
          {reason}
        </p>
      )}
    </li>
  )
}
