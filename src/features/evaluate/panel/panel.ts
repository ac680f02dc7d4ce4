/** What the page shows beside the grid. */
export type Panel =
  | { kind: 'cell'; caseId: string; configurationId: string }
  | { kind: 'case'; caseId: string }
  | { kind: 'configuration'; configurationId: string }

/** Beside the board where there is room, over it where there is little. */
export const PANEL =
  'w-96 max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-10 max-lg:shadow-float'
