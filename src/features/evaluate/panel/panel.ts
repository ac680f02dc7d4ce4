/** What the page shows beside the grid. */
export type Panel =
  | { kind: 'cell'; caseId: string; configurationId: string }
  | { kind: 'case'; caseId: string }
  | { kind: 'configuration'; configurationId: string }
