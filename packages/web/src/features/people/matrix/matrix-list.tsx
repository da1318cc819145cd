import { t } from '@packhouse/messages'
import { useState } from 'react'
import { Select } from '../../../ui/select.tsx'
import { lockReason } from './lock-reason.ts'
import type { MatrixProps } from './matrix-grid.tsx'

/** The matrix on a phone: the permissions of one role. */
export function MatrixList({ groups, roles, given, edit }: MatrixProps) {
  const [chosen, setChosen] = useState<string>()
  const role = roles.find(({ id }) => id === chosen) ?? roles.find(({ isSystem }) => !isSystem) ?? roles[0]
  if (!role) return <p className="text-text-2">{t('people.thereAreNoRolesYet')}</p>
  return (
    <div className="grid gap-4 pb-2">
      <Select
        label={t('people.role')}
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        value={role.id}
        onValueChange={setChosen}
      />
      {groups.map((group) => (
        <section key={group.name}>
          <h2 className="mb-1 font-sans text-13 font-semibold tracking-normal">{group.title}</h2>
          <ul aria-label={group.title} className="overflow-hidden rounded-panel border border-line bg-surface">
            {group.entries.map((entry) => {
              const held = given.get(role.id)?.has(entry.name) ?? false
              const change = edit.changes[entry.name]?.[role.id]
              const wanted = change ?? held
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
