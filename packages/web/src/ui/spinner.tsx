/** A turning ring beside a word that says what is going on. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-3.5 animate-turn rounded-full border-2 border-current border-e-transparent"
    />
  )
}
