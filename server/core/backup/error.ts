import { CommandError } from '../../commands/command.ts';

/** Its message is a sentence for the person who made or wants the backup. */
export class BackupError extends CommandError {}
