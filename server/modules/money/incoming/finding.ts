import { FINDINGS, type FindingCode, type IncomingFinding } from '#contract/money/incoming-findings';

type Params = IncomingFinding['params'];

export const finding = (code: FindingCode, params: Params = {}, rule = '', link: IncomingFinding['link'] = null): IncomingFinding => ({
  code,
  level: FINDINGS[code],
  rule,
  params,
  link,
});
