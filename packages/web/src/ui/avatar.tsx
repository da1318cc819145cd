import { useState } from 'react'
import { initials } from './initials.ts'

export interface AvatarProps {
  firstName: string
  lastName: string
  photoUrl: string | null
  size?: keyof typeof sizes
}

const sizes = {
  small: 'size-6 text-11',
  standard: 'size-8 text-12',
  large: 'size-16 text-20',
}

/** The photo of a person, or the initials if it is missing or cannot be loaded. Decoration beside the name. */
export function Avatar({ firstName, lastName, photoUrl, size = 'standard' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shape = `${sizes[size]} shrink-0 rounded-full`
  if (photoUrl !== null && photoUrl !== broken) {
    return (
      <img
        src={photoUrl}
        alt=""
        loading="lazy"
        className={`${shape} object-cover`}
        onError={() => setBroken(photoUrl)}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className={`${shape} grid place-items-center bg-avatar font-[650] tracking-[.02em] text-on-avatar`}
    >
      {initials(firstName, lastName)}
    </span>
  )
}
