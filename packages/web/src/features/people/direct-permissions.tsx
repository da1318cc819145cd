import { api, permissionDescriptions } from '@packhouse/contract'
import { declared as inLanguage, t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { renewSession } from '../../lib/session.ts'
import { errorMessage } from '../../resource/error-messages.ts'
import { inputClasses } from '../../resource/form/field-frame.tsx'
import { declared } from '../../resource/registry.ts'
import { renew } from '../../resource/resource-queries.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { CrossIcon } from '../../ui/icons.tsx'
import { OptionCombobox } from '../../ui/option-combobox.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { permissionEntry } from './permission-title.ts'

export interface DirectPermissionsProps {
  holder: { userId: string } | { groupId: string } | { scopeId: string }
  names: readonly string[]
  /** Heading; default: granted directly, in contrast to those of roles and groups. */
  title?: string
}

/** The permissions that a user, a group or a scope has by itself: to grant one, and to revoke any. */
export function DirectPermissions({ holder, names, title = t('people.givenDirectly') }: DirectPermissionsProps) {
  const access = usePermission(api.assignPermissions)
  const { change, busy } = useChange(holder)
  if (!access.allowed && names.length === 0) return null
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="font-sans text-13 font-semibold tracking-normal">{title}</h3>
      {access.allowed && <GrantField names={names} disabled={busy} onGrant={(name) => void change('grant', name)} />}
      {names.length === 0 && <p className="text-13 text-text-2">{t('people.noneYet')}</p>}
      <ul aria-label={title} className="grid">
        {names
          .map((name) => permissionEntry(name))
          .map(({ name, description }) => (
            <li key={name} className="flex items-center gap-2 border-b border-line py-1.5 text-13">
              <span className="min-w-0 flex-1">
                <b className="font-[550]">{description || name}</b>{' '}
                <span className="code text-12 text-text-2">{name}</span>
              </span>
              {access.allowed && (
                <Button
                  size="dense"
                  variant="quiet"
                  aria-label={t('people.revokePermission', { name })}
                  busy={busy}
                  onClick={() => void change('revoke', name)}
                >
                  <CrossIcon size={13} />
                </Button>
              )}
            </li>
          ))}
      </ul>
    </section>
  )
}

const catalogue = Object.entries(permissionDescriptions).map(([value, label]) => ({
  value,
  label: inLanguage(label),
  sublabel: value,
}))

interface GrantFieldProps {
  names: readonly string[]
  disabled: boolean
  onGrant: (name: string) => void
}

function GrantField({ names, disabled, onGrant }: GrantFieldProps) {
  return (
    <OptionCombobox
      // Empties the field after a choice: the chosen one appears in the list below.
      key={names.length}
      options={catalogue.filter(({ value }) => !names.includes(value))}
      value=""
      onChange={(name) => name !== '' && onGrant(name)}
      placeholder={t('people.giveAPermission')}
      disabled={disabled}
      clearable={false}
      attributes={{ 'aria-label': t('people.giveAPermissionLabel') }}
      inputClassName={inputClasses(false)}
    />
  )
}

function useChange(holder: DirectPermissionsProps['holder']) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const change = async (what: 'grant' | 'revoke', name: string): Promise<void> => {
    setBusy(true)
    try {
      const call = what === 'grant' ? api.assignPermissions : api.detachPermissions
      // What the reader sees next can be changed at once, while other lists are still being read.
      await callApi(call, { body: { permissions: [name], ...holder } }).finally(() => setBusy(false))
      // What a group has its members have too, and the reader may be one of them.
      await Promise.all([
        ...['group', 'user', 'apiKeyScope'].map((one) => renew(client, declared(one))),
        renewSession(),
      ])
      showToast({
        message: what === 'grant' ? t('people.permissionGranted', { name }) : t('people.permissionRevoked', { name }),
      })
    } catch (error) {
      showToast({ message: errorMessage(declared('user'), error), tone: 'failed' })
    }
  }
  return { change, busy }
}
