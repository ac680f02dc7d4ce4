/* What Evaluate loads later: most boards are looked at without any of it. */

import { lazyComponent } from '../../ui/feedback/lazy-component.ts'

export const ImportCasesDialog = lazyComponent(() =>
  import('./cases/import-cases-dialog.tsx').then((m) => m.ImportCasesDialog),
)

export const BlindDialog = lazyComponent(() =>
  import('./votes/blind-dialog.tsx').then((m) => m.BlindDialog),
)
