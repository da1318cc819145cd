const MOST = 99

interface WaitingCountProps {
  count: number
  /** What it counts, for those who do not see where it is, and for the pointer. @param shown the number, or that there are more than fit */
  label: (shown: string | number) => string
}

/** How many wait, behind the name of a page; nothing for zero. */
export function WaitingCount({ count, label }: WaitingCountProps) {
  if (count === 0) return null
  const shown = count > MOST ? `${MOST}+` : count
  return (
    <span
      title={label(shown)}
      className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-full bg-bad-soft px-1 text-11 leading-none font-semibold text-bad tabular-nums"
    >
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{label(shown)}</span>
    </span>
  )
}
