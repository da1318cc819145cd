import { classNames } from './class-names.ts'

/** The mark: a carton that is also a house. Its front takes the colour of the text around it. */
export function BrandMark({ size = 28, className }: { size?: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
      className={classNames('shrink-0', className)}
    >
      <path d="M3 16.2 9 8.6l6 10.6V30L3 24z" fill="currentColor" />
      <path d="M9 8.6 23 1.6l6 10.6-14 7z" fill="#C8954C" />
      <path d="M15 19.2l14-7V23l-14 7z" fill="#9A6D2F" />
      <path d="M14.5 5.85 17.9 4.15l6 10.6v4.6l-3.4 1.7v-4.6z" fill="currentColor" />
    </svg>
  )
}
