// Koa alone, without a database, a router or a log: how fast a denial or a 404 can be at all.
import Koa from 'koa';
import { serveAnswers } from './koa-answers.mjs';

serveAnswers(new Koa());
