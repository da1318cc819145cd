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
