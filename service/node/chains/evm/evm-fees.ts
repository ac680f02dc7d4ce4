/** How much gas a block, and so a transaction, may take. */
export const BLOCK_GAS_LIMIT = 30_000_000n

/** Fixed, so that a fee someone was told stays enough, wei per gas. */
export const BASE_FEE_WEI = 1_000_000n

/** What is recommended on top, wei per gas. */
export const PRIORITY_FEE_WEI = 1_000_000n
