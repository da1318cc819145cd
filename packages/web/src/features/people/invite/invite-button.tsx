import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type AddressSearch, useSearchChange } from '../../../lib/address-search.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon } from '../../../ui/tool-icons.tsx'
import { useInvite } from './use-invite.ts'

const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }))

/** Opens the dialog that invites people; `?invite=people` in the address opens it too. @param customerId whose people they are on the page of a customer */
export function InviteButton({ customerId }: { customerId?: string | undefined }) {
  const search: AddressSearch = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const { allowed } = usePermission(api.invitePeople)
  const invite = useInvite(customerId)
  const show = (value: string | undefined) =>
    changeSearch((previous) => ({ ...previous, invite: value }), { replace: true, resetScroll: false })
  if (!allowed) return null
  return (
    <>
      <Button size="dense" onClick={() => show('people')}>
        <PlusIcon size={14} />
        {t('people.invitePeople')}
      </Button>
      {search.invite === 'people' && (
        <Suspense>
          <InviteDialog invite={invite} isOfCustomer={customerId !== undefined} onClose={() => show(undefined)} />
        </Suspense>
      )}
    </>
  )
}
