const openFolds = 'M32 34v36M68 34v36M96 34v36M32 34h92M32 70h92'

/** An open, empty carton: nothing found. */
export function OpenCarton() {
  return (
    <svg
      width="132"
      height="104"
      viewBox="0 0 132 104"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path
        strokeLinejoin="round"
        d="M4 34h28v36H4l4-4V38zM32 34h36v36H32zM68 34h28v36H68zM96 34h28v36H96zM32 34 35 8l15-6 15 6 3 26M68 34l2-18h24l2 18M96 34l2-18h24l2 18M32 70l3 26h30l3-26M68 70l2 18h24l2-18M96 70l2 18h24l2-18"
      />
      <path className="stroke-surface" strokeWidth="2" d={openFolds} />
      <path className="stroke-kraft" strokeDasharray="4 3" d={openFolds} />
    </svg>
  )
}

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

/** A carton laid flat: a lost page. */
export function FlatCarton({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 572 440" className={className} aria-hidden="true">
      <path
        className="fill-kraft-soft"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        d="M54 160H30L20 172V288L30 300H54L60 360H178L184 300 192 372H286L294 300 300 360H418L424 300 432 372H526L534 300V160L526 86H432L424 160 420 108 359 44 298 108 294 160 286 86H192L184 160 180 108 119 44 58 108Z"
      />
      <path className="fill-tape opacity-90" d="M226 86h26v120l-13-9-13 9z" />
      <path
        className="fill-none stroke-kraft"
        strokeWidth="1.5"
        strokeDasharray="6 4"
        d="M54 160V300M184 160V300M294 160V300M424 160V300M54 160H534M54 300H534M58 108H180M298 108H420"
      />
      <path
        className="fill-none stroke-line-2"
        d="M54 404H184M54 398v12M184 398v12M184 404H294M294 398v12M550 160V300M544 160h12M544 300h12"
      />
      <g className="fill-text-3 text-12 tabular-nums" textAnchor="middle">
        <text x="119" y="426">
          320
        </text>
        <text x="239" y="426">
          270
        </text>
        <text transform="translate(568 230) rotate(-90)">340</text>
      </g>
    </svg>
  )
}
