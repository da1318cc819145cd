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
