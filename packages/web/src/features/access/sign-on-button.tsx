import { useState } from 'react'
import { type SignOnOption, signOnText, startSignOn } from '../../lib/single-sign-on.ts'
import { Button } from '../../ui/button.tsx'
import { RingIcon, WrenchIcon } from '../../ui/icons.tsx'
import { loginText } from './login-text.ts'

export interface SignOnButtonProps {
  option: SignOnOption
  text: string | undefined
  intended: string
}

/** Leaves for the provider of a single sign-on. */
export function SignOnButton({ option, text, intended }: SignOnButtonProps) {
  const [leaving, setLeaving] = useState(false)
  const Shape = option === 'okta' ? RingIcon : WrenchIcon
  const leave = async () => {
    setLeaving(true)
    location.assign(await startSignOn(option, intended))
  }
  return (
    <Button size="large" busy={leaving} onClick={() => void leave()} className="relative w-full font-semibold">
      <span className="absolute start-4">{!leaving && <Shape size={18} />}</span>
      {text === undefined ? signOnText(option) : loginText(text)}
    </Button>
  )
}
