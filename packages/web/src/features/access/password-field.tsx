import { t } from '@packhouse/messages'
import { type Ref, useState } from 'react'
import { EyeIcon, EyeOffIcon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/text-field.tsx'

export interface PasswordFieldProps {
  /** `new`: one that is to be set, for which a password manager may make one up. */
  kind?: 'current' | 'new'
  help?: string
  error?: string
  ref: Ref<HTMLInputElement>
}

/** The password, with a button that shows or hides it and says which it will do. */
export function PasswordField({ kind = 'current', help, error, ref }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      ref={ref}
      size="large"
      label={kind === 'new' ? t('general.newPassword') : t('general.password')}
      {...(kind === 'current' && { labelEnd: <ForgotPassword /> })}
      {...(help !== undefined && { help })}
      {...(error !== undefined && { error })}
      type={shown ? 'text' : 'password'}
      name="password"
      autoComplete={`${kind}-password`}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-label={shown ? t('access.hidePassword') : t('access.showPassword')}
          className="grid size-9 place-items-center rounded-control text-text-2 hover:bg-surface-3 max-md:size-11"
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
        </button>
      }
    />
  )
}

function ForgotPassword() {
  return (
    <a
      href="/forgot-password"
      className="group inline-flex items-center leading-4 text-text no-underline max-md:min-h-11"
    >
      <span className="border-b-2 border-kraft group-hover:border-text">{t('access.forgotPassword')}</span>
    </a>
  )
}
