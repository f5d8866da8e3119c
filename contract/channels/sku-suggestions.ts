import { z } from 'zod';

/**
 * Why an item is likely the one that a shop means, the surest first. `sku`: it has this SKU, as others have. `barcode`: its barcode is the SKU of the
 * shop or the barcode there. `alias`: so is an alias of it. `spelling`: its SKU differs in case, spaces, dashes or leading zeros. `title`: its name
 * is similar.
 */
export const SUGGESTION_REASONS = ['sku', 'barcode', 'alias', 'spelling', 'title'] as const;

/** What an unknown SKU of a shop may be. Nothing of it is taken without a person. */
export const SkuSuggestion = z.object({
  sku: z.string(),
  /** The title in the shop. */
  title: z.string(),
  /** Held orders of the merchant that have it. */
  orders: z.int(),
  items: z.array(z.object({ id: z.string(), sku: z.string(), name: z.string(), reason: z.enum(SUGGESTION_REASONS) })),
});
export type SkuSuggestion = z.infer<typeof SkuSuggestion>;
export const SkuSuggestions = z.object({ skus: z.array(SkuSuggestion) });
export type SkuSuggestions = z.infer<typeof SkuSuggestions>;
