import { useState } from 'react'
import { initials } from './initials.ts'

export interface AvatarProps {
  firstName: string
  lastName: string
  photoUrl: string | null
}

/** The photo of a person, or the initials where there is none or it cannot be loaded. Decoration beside the name. */
export function Avatar({ firstName, lastName, photoUrl }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shape = 'size-8 shrink-0 rounded-full'
  if (photoUrl !== null && photoUrl !== broken) {
    return <img src={photoUrl} alt="" className={`${shape} object-cover`} onError={() => setBroken(photoUrl)} />
  }
  return (
    <span
      aria-hidden="true"
      className={`${shape} grid place-items-center bg-avatar text-12 font-[650] tracking-[.02em] text-on-avatar`}
    >
      {initials(firstName, lastName)}
    </span>
  )
}
