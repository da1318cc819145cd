/** A carton closed with tape: no access. */
export function TapedCarton() {
  return (
    <svg
      width="132"
      height="88"
      viewBox="0 14 132 88"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M30 44 66 28l36 16v38L66 98 30 82zM30 44l36 16 36-16M66 60v38" />
      <path className="stroke-kraft" strokeWidth="5" d="M48 36l36 16v12" />
    </svg>
  )
}
