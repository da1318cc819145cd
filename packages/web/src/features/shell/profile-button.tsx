import { t } from '@packhouse/messages'
import type { ButtonHTMLAttributes, Ref } from 'react'
import type { Session } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'

export interface ProfileButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  user: Session['user']
  ref?: Ref<HTMLButtonElement>
}

/** The avatar that opens the profile menu. */
export function ProfileButton({ user, ...button }: ProfileButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className="flex items-center gap-1.5 rounded-full p-1 text-on-bar-2 max-md:min-h-11 max-md:min-w-11 max-md:justify-center"
    >
      <Avatar firstName={user.first_name} lastName={user.last_name} photoUrl={user.profile.photoUrl} />
      <ChevronDownIcon size={14} className="max-md:hidden" />
      <span className="sr-only">
        {t('shell.profileMenuOf', { name: `${user.first_name} ${user.last_name}`.trim() })}
      </span>
    </button>
  )
}
