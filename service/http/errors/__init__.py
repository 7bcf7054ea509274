"""Errors as problem documents: conversion, HTTP statuses, and errors raised before Flask."""
