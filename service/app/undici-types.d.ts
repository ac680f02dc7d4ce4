/**
 * Stands for the types of undici, which Solana's packages mention: the real ones bring all of Node's
 * globals with them, and then the compiler would let service/app use those.
 */
export type Dispatcher = never
