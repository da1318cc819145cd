import { Dialog } from '@base-ui/react/dialog'
import { api, foldEmail, isEmail, type RoleAudience } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type SubmitEvent, useId } from 'react'
import { ChoiceCombobox } from '../../../resource/choice-combobox.tsx'
import { controlAttributes, FieldFrame, inputClasses } from '../../../resource/form/field-frame.tsx'
import { declared } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { backdropClasses, dialogClasses } from '../../../ui/confirm-dialog.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { GrantChoices } from '../grant-choices.tsx'
import { audiencesFor } from '../role-audience.ts'
import { InviteResults } from './invite-results.tsx'
import { type Invitee, MAX_TEXT } from './parse-addresses.ts'
import type { Invite } from './use-invite.ts'

export interface InviteDialogProps {
  invite: Invite
  /** On the page of a customer it goes without saying whose people they are. */
  isOfCustomer: boolean
  onClose: () => void
}

/** Addresses, whose people they are and their roles in one; every address then says what became of it. */
export function InviteDialog({ invite, isOfCustomer, onClose }: InviteDialogProps) {
  const { answer, people } = invite
  const close = () => {
    invite.clearAnswer()
    onClose()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void invite.send()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className={`${dialogClasses} w-[640px]!`}>
          <Dialog.Title className="font-display text-20 font-semibold">{t('people.invitePeople')}</Dialog.Title>
          <form onSubmit={submit} noValidate className="grid min-w-0 gap-4">
            {answer && <InviteResults {...answer} />}
            {(answer === undefined || people.length > 0) && <Fields invite={invite} isOfCustomer={isOfCustomer} />}
            {invite.failure && (
              <Alert tone="bad" className="text-13">
                {invite.failure}
              </Alert>
            )}
            <div className="flex flex-wrap items-center justify-end gap-2">
              {answer && people.length === 0 ? (
                <>
                  <Button onClick={invite.clearAnswer}>{t('people.inviteMore')}</Button>
                  <Button variant="primary" onClick={close}>
                    {t('people.done')}
                  </Button>
                </>
              ) : (
                <>
                  <Button onClick={close}>{answer ? t('people.done') : t('general.cancel')}</Button>
                  <Button type="submit" variant="primary" busy={invite.busy}>
                    {t('people.sendInvitations', { count: people.length })}
                  </Button>
                </>
              )}
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Fields({ invite, isOfCustomer }: Omit<InviteDialogProps, 'onClose'>) {
  const mayGive = usePermission(api.syncUserRoles)
  const audiences = audiencesFor(invite.isStaff)
  return (
    <>
      <TextArea
        label={t('people.emailAddresses')}
        rows={3}
        maxLength={MAX_TEXT}
        spellCheck={false}
        autoComplete="off"
        placeholder={t('people.suchAsAddresses')}
        value={invite.text}
        onChange={(event) => invite.setText(event.target.value)}
      />
      {invite.people.length > 0 && (
        <ul
          aria-label={t('people.whoIsInvited')}
          className="grid max-h-56 min-w-0 gap-2 overflow-auto rounded-control border border-line-2 px-3 py-2"
        >
          {invite.people.map((person) => (
            <InviteeRow key={foldEmail(person.email)} person={person} onRename={invite.rename} />
          ))}
        </ul>
      )}
      {!isOfCustomer && <Whose invite={invite} />}
      <fieldset className="grid min-w-0 gap-1.5">
        <legend className="mb-1 text-12 font-[550] text-text-2">{t('people.roles')}</legend>
        <GrantChoices
          resource="role"
          by="id"
          chosen={invite.roleIds}
          onToggle={invite.toggleRole}
          isOffered={(role) => audiences.includes(role.audience as RoleAudience)}
          mayGive={mayGive}
          empty={invite.isStaff ? t('people.noRoleForStaff') : t('people.noRoleForCustomers')}
        />
        {invite.people.length > 0 && invite.roleIds.length === 0 && (
          <p role="status" className="text-12 text-text-2">
            {t('people.withoutRole')}
          </p>
        )}
      </fieldset>
    </>
  )
}

function InviteeRow({ person, onRename }: { person: Invitee; onRename: Invite['rename'] }) {
  const { email, first_name, last_name } = person
  const looksRight = isEmail(email)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_8rem_8rem] items-center gap-2 text-13 max-md:grid-cols-2">
      <span className="min-w-0 truncate max-md:col-span-full" title={email}>
        {email}
        {!looksRight && <span className="block text-12 text-bad">{t('people.thisIsNoAddress')}</span>}
      </span>
      <input
        aria-label={t('people.firstNameOf', { email })}
        value={first_name}
        maxLength={100}
        onChange={(event) => onRename(email, { first_name: event.target.value })}
        className={inputClasses(first_name.trim() === '')}
      />
      <input
        aria-label={t('people.lastNameOf', { email })}
        value={last_name}
        maxLength={100}
        onChange={(event) => onRename(email, { last_name: event.target.value })}
        className={inputClasses(last_name.trim() === '')}
      />
    </li>
  )
}

/** Staff, or the people of one customer. */
function Whose({ invite }: { invite: Invite }) {
  const id = useId()
  const frame = { id, label: t('people.customer'), required: true }
  const whose = [
    { value: 'staff', label: t('people.staff') },
    { value: 'customer', label: t('people.peopleOfACustomer') },
  ]
  return (
    <div className="grid gap-3">
      <div>
        <Segments
          label={t('people.whosePeople')}
          options={whose}
          value={invite.isStaff ? 'staff' : 'customer'}
          onValueChange={(value) => invite.setStaff(value === 'staff')}
        />
      </div>
      {!invite.isStaff && (
        <FieldFrame {...frame}>
          <ChoiceCombobox
            source={{ resource: declared('customer'), by: 'id' }}
            value={invite.customerId}
            onChange={invite.setCustomer}
            attributes={{ ...controlAttributes(frame) }}
            clearable={false}
            placeholder={t('resource.typeToFind')}
            inputClassName={inputClasses(false)}
          />
        </FieldFrame>
      )}
    </div>
  )
}
